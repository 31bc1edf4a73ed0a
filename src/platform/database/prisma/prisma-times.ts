import { Prisma, type PrismaClient } from '../../prisma/client.ts'

type Record = { [field: string]: unknown }
interface Call {
  model: string
  args: unknown
  query(args: unknown): Promise<unknown>
}

/** The columns that Prisma fills by itself, with the time of the process: see `@default(now())` and `@updatedAt`. */
const AT_CREATION = ['created_at', 'updated_at']
const AT_CHANGE = ['updated_at']

/** Gives the columns that Prisma would fill with the process's time another one, unless the caller gives them. */
export function withTimesOf(prisma: PrismaClient, now: () => Date): PrismaClient {
  const create = ({ model, args, query }: Call) => {
    const { data, ...rest } = args as { data: Record | Record[] }
    const times = timesOf(model, AT_CREATION, now())
    const filled = Array.isArray(data) ? data.map((one) => ({ ...times, ...one })) : { ...times, ...data }
    return query({ ...rest, data: filled })
  }
  const update = ({ model, args, query }: Call) => {
    const { data, ...rest } = args as { data: Record }
    return query({ ...rest, data: { ...timesOf(model, AT_CHANGE, now()), ...data } })
  }
  const upsert = ({ model, args, query }: Call) => {
    const { create, update, ...rest } = args as { create: Record; update: Record }
    return query({
      ...rest,
      create: { ...timesOf(model, AT_CREATION, now()), ...create },
      update: { ...timesOf(model, AT_CHANGE, now()), ...update },
    })
  }
  const extended = prisma.$extends({
    query: {
      $allModels: {
        create,
        createMany: create,
        createManyAndReturn: create,
        update,
        updateMany: update,
        updateManyAndReturn: update,
        upsert,
      },
    } as object,
  })
  return extended as unknown as PrismaClient
}

const timesOf = (model: string, columns: string[], now: Date): Record =>
  Object.fromEntries(
    columns.filter((column) => COLUMNS.get(model)?.has(column)).map((column) => [column, now]),
  )

/** The columns of each model by its name, as the generated client lists them. */
const COLUMNS = new Map(
  Object.entries(Prisma.ModelName).map(([model]) => {
    const list = `${model[0]?.toUpperCase()}${model.slice(1)}ScalarFieldEnum`
    const fields = (Prisma as unknown as { [name: string]: object | undefined })[list]
    if (!fields) throw new Error(`Prisma's client does not list the columns of ${model}`)
    return [model, new Set(Object.keys(fields))] as const
  }),
)
