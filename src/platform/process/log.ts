/** Where the parts of a start that know no Fastify say what they do. */
export interface Log {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}
