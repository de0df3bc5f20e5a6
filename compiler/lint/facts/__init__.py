"""What several rules ask of a device: places, marks, meters, shares, names."""
