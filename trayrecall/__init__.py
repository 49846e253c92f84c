"""TrayRecall: instant, local recall over your own Trilium notes."""

__version__ = "0.1.0"
