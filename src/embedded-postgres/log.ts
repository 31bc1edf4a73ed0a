/** Where the server's owner reads what happens to it. */
export interface Log {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}
