import { globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import t from 'tap'
import ts from 'typescript'
import { codeHash, engineName, importClosure, importsOf } from '../../src/transparency/code-hash.ts'
import { engineHere } from '../../src/verify/engine.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')

/** Reads the project with one file changed by a byte. */
const readWith = (changed: string) => (path: string) => read(path) + (path === changed ? ' ' : '')

const engine = importClosure(['src/transparency/recompute.ts'], read)
  .map(({ path }) => path)
  .filter((path) => path.startsWith('src/scoring/'))

t.test('the name is the hash of paths and texts, whatever their order', (t) => {
  const files = [
    { path: 'b.ts', text: 'two' },
    { path: 'a.ts', text: 'one' },
  ]
  t.equal(codeHash(files), codeHash(files.toReversed()))
  t.not(codeHash(files), codeHash([{ path: 'c.ts', text: 'two' }, ...files.slice(1)]))
  t.not(codeHash(files), codeHash([{ path: 'b.ts', text: 'too' }, ...files.slice(1)]))
  t.end()
})

t.test('the engine has another name when a byte of any of its files is another', (t) => {
  const name = engineName(read)
  t.equal(name, engineHere())
  t.equal(new Set([name, ...engine.map((path) => engineName(readWith(path)))]).size, engine.length + 1)
  t.equal(
    engineName((path) => read(path).replaceAll('\n', '\r\n')),
    name,
    'line ends are those of the checkout',
  )
  t.end()
})

t.test('the engine is what recomputing loads, and nothing that only reads scores', (t) => {
  const name = engineName(read)
  for (const path of ['score', 'replay', 'metrics', 'appeal-sentence', 'scoring-rules'])
    t.ok(engine.includes(`src/scoring/${path}.ts`), path)
  for (const path of [
    ...['rules', 'rule-set', 'default-rules', 'draft-rules', 'am-kpi', 'describe'],
    ...['sentences', 'reasons', 'surcharge-rules', 'effective-records', 'simulation/what-if/what-if'],
  ]) {
    t.notOk(engine.includes(`src/scoring/${path}.ts`), path)
    t.equal(engineName(readWith(`src/scoring/${path}.ts`)), name, path)
  }
  t.end()
})

t.test('a file loads what TypeScript says, in all of the service', (t) => {
  const domains = globSync('plugins/*/index.ts')
  const files = importClosure(['src/app.ts', ...domains], read).filter(({ path }) => path.endsWith('.ts'))
  t.ok(files.length > 300, `${files.length}`)
  for (const { path, text } of files) {
    const found = new Set(importsOf(path, text).filter((name) => name.endsWith('.ts')))
    const missing = loadedBy(path, text).filter((name) => !found.has(name))
    t.same(missing, [], path)
  }
  t.end()
})

/** The files of the project that a file imports, as the compiler's syntax tree has it; types alone load nothing. */
function loadedBy(path: string, text: string): string[] {
  const names: string[] = []
  const take = (name: ts.Node | undefined) => {
    if (name && ts.isStringLiteral(name) && name.text.startsWith('.'))
      names.push(posix.normalize(posix.join(dirname(path), name.text)))
  }
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) && node.importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword)
      take(node.moduleSpecifier)
    if (ts.isExportDeclaration(node) && !node.isTypeOnly) take(node.moduleSpecifier)
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      take(node.arguments[0])
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest))
  return names
}
