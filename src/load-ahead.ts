import { API_DESCRIPTION } from './api-description.ts'
import { loadPrismaCode } from './platform/database/prisma/prisma-pool.ts'
import { loadSerializers } from './platform/http/requests/compile-at-first-use.ts'
import { loadAjv } from './platform/http/requests/validation.ts'
import { undici } from './platform/http/undici.ts'
import { readGuides } from './platform/openapi/reference/guides.ts'
import { loadReferenceCode } from './platform/openapi/reference/serve.ts'
import { taskCode } from './platform/threads/task.ts'

/**
 * Loads now what is otherwise loaded at its first use. After that a process needs no file of its folder any more, in
 * which an upgrade may put another release. The module that uses something loads it here, too, because Node looks names
 * up by module. What can't be loaded fails at its first use.
 */
export async function loadAhead() {
  loadAjv()
  loadSerializers()
  undici()
  taskCode()
  await Promise.allSettled([
    loadPrismaCode(),
    loadQueryCompiler(),
    readGuides(API_DESCRIPTION.guides),
    loadReferenceCode().then(({ pageFiles }) => pageFiles()),
  ])
}

/** Prisma loads it with its first query, when it takes a third of the memory of the process; here it is text. */
async function loadQueryCompiler() {
  const { queryCompiler } = await import('./platform/prisma/internal/class.ts')
  await Promise.all([queryCompiler.getRuntime(), queryCompiler.getQueryCompilerWasmModule()])
}
