"""The server: jobs and studies in the background, fair lines, limits of the host, its log."""
