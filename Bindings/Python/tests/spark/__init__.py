"""Tests that need pyspark and Java: `make check-spark` runs them. A run of the folder above passes them over."""
