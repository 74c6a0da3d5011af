"""The patiences, one small file each."""
