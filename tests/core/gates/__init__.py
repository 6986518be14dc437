"""Tests of the gates: every gate is tried for silence as carefully as for alarm."""
