"""Tests of Comuni; a package, as tests of Concordia have the same file names."""
