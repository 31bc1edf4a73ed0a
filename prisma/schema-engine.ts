import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import { SchemaEngine } from '@prisma/schema-engine-wasm'
import pg from 'pg'

/**
 * Prisma's schema engine on a database, as the WebAssembly that needs no download. It reads and compares schemas
 * well; it must not apply migrations, for it splits scripts at every semicolon. The pool stays the caller's.
 */
export async function openSchemaEngine(pool: pg.Pool): Promise<SchemaEngine> {
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: console.error } })
  return SchemaEngine.new(
    { datamodels: undefined },
    () => {},
    bindMigrationAwareSqlAdapterFactory(catalogReader(pool)),
  )
}

/**
 * PostgreSQL's catalogs are full of its internal type "char", for which the engine has a name and Prisma's adapter
 * for pg has none: here the adapter is told it is a time, of which catalogs have none, and the engine that it is a
 * character.
 */
function catalogReader(pool: pg.Pool): PrismaPg {
  const { CHAR, TIME } = pg.types.builtins
  const query = async (config: pg.QueryArrayConfig) => {
    const result = await pool.query(config)
    for (const field of result.fields) if (field.dataTypeID === CHAR) field.dataTypeID = TIME
    return result
  }
  const factory = new PrismaPg(
    new Proxy(pool, { get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)) }),
  )
  const connect = factory.connect.bind(factory)
  factory.connect = async () => {
    const adapter = await connect()
    const queryRaw = adapter.queryRaw.bind(adapter)
    adapter.queryRaw = async (sqlQuery) => {
      const { columnTypes, ...result } = await queryRaw(sqlQuery)
      const { Time, Character } = ColumnTypeEnum
      return { ...result, columnTypes: columnTypes.map((type) => (type === Time ? Character : type)) }
    }
    return adapter
  }
  return factory
}

/** The SQL that turns a database into what a schema file describes; empty when it is that already. */
export async function schemaDifference(pool: pg.Pool, schemaFile: URL): Promise<string> {
  const engine = await openSchemaEngine(pool)
  const files = [{ path: fileURLToPath(schemaFile), content: await readFile(schemaFile, 'utf8') }]
  const { stdout } = await engine.diff({
    from: { tag: 'schemaDatasource', files, configDir: '' },
    to: { tag: 'schemaDatamodel', files },
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  })
  return (stdout ?? '').replace('-- This is an empty migration.', '').trim()
}
