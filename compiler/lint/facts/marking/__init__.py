"""What a device writes into packets and looks at: marks, and the DSCPs they are made of."""
