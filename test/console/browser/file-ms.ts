/** How long a file of flows may take, in milliseconds: ten times what it takes on a quiet machine. */
export const FILE_MS = 600_000
