"""The pipeline of a port as a picture: what `qosc show --graph` writes."""
