"""Testing: what every game is held to. Found by folder, so that a new game is tested before it has a test of its own."""
