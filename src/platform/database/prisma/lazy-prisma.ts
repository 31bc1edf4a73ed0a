type Methods = { [name: string]: (...args: unknown[]) => unknown }

/**
 * Stands for a client of Prisma's that is opened when a method of one of its models is first called: `open` answers
 * the client, the same one each time. A call begins at once, where Prisma's own would begin when it is waited for.
 */
export function lazyPrisma<Client extends object>(open: () => Promise<Client>): Client {
  const call = (model: string, method: string, args: unknown[]) =>
    open().then((client) => (client as { [model: string]: Methods })[model]?.[method]?.(...args))
  const modelOf = (model: string) =>
    new Proxy(
      {},
      {
        get:
          (_, method) =>
          (...args: unknown[]) =>
            call(model, String(method), args),
      },
    )
  return new Proxy({} as Client, { get: (_, model) => modelOf(String(model)) })
}
