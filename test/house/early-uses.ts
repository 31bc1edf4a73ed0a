/**
 * `node test/house/early-uses.ts`, a part of `npm run lint`: names what may be used before it has its value. Linters and
 * tsc let a function use a constant that stands below it, because it runs later. It need not: while the file waits
 * between the two, and where a test is skipped, a test begins before the constant is reached.
 */
import { globSync } from 'node:fs'
import ts from 'typescript'

const SOURCES = '{src,plugins,prisma,test}/**/*.{ts,tsx,js,cjs}'
const MADE = /(^|\/)(node_modules|dist|\.tap)\/|\/generated\/.*\.gen\.|^src\/platform\/prisma\//

interface Use {
  symbol: ts.Symbol
  at: number
  /** The functions around it, the innermost first, and the file last. */
  around: ts.Node[]
}

/** `file:line name`, for each constant and class that a function may use too early. */
export function earlyUses(files: string[]): string[] {
  const options = { noResolve: true, noLib: true, allowJs: true, types: [], jsx: ts.JsxEmit.Preserve }
  const program = ts.createProgram(files, options)
  const checker = program.getTypeChecker()
  return files.flatMap((file) => {
    const source = program.getSourceFile(file) as ts.SourceFile
    return earlyIn(source, checker).map((early) => `${file}:${early}`)
  })
}

function earlyIn(source: ts.SourceFile, checker: ts.TypeChecker): string[] {
  const all: Use[] = []
  const waits: { node: ts.Node; of: ts.Node }[] = []
  const skips: typeof waits = []

  const visit = (node: ts.Node, around: ts.Node[]) => {
    const of = around[0] as ts.Node
    if (isWait(node)) waits.push({ node, of })
    if (mayBeSkipped(node)) skips.push({ node: ts.findAncestor(node, ts.isStatement) as ts.Node, of })
    const symbol = ts.isIdentifier(node) && isName(node) && symbolOf(node, checker)
    if (symbol) all.push({ symbol, at: node.getStart(), around })
    const within = ts.isFunctionLike(node) ? [node, ...around] : around
    node.forEachChild((child) => visit(child, within))
  }
  visit(source, [source])
  const uses = Map.groupBy(all, ({ symbol }) => symbol)

  /** Where a use may run first within `home`: one in a function that has a name runs where that name is used. */
  const earliest = ({ at, around }: Use, home: ts.Node, seen = new Set<ts.Node>()): number => {
    const outermost = around[around.indexOf(home) - 1]
    const name = outermost && nameOf(outermost)
    if (!name) return at
    if (seen.has(name)) return Number.POSITIVE_INFINITY
    seen.add(name)
    const calls = uses.get(checker.getSymbolAtLocation(name) as ts.Symbol) ?? []
    const others = calls.filter((call) => call.at !== name.getStart())
    return Math.min(...others.map((call) => earliest(call, home, seen)))
  }

  return [...uses].flatMap(([{ valueDeclaration: declared }, itsUses]) => {
    if (!declared || declared.getSourceFile() !== source || !isLexical(declared)) return []
    const home = ts.findAncestor(
      declared.parent,
      (node) => ts.isFunctionLike(node) || node === source,
    ) as ts.Node
    const { end } = wholeOf(declared)
    const isEarly = (at: number) =>
      waits.some(({ node, of }) => of === home && at < node.end && node.pos < end) ||
      skips.some(({ node, of }) => of === home && node.end < at)
    const early = itsUses
      .map((use) => earliest(use, home))
      .some((at) => at < declared.getStart() && isEarly(at))
    if (!early) return []
    const { name } = declared as ts.VariableDeclaration | ts.ClassDeclaration
    const { line } = source.getLineAndCharacterOfPosition(declared.getStart())
    return [`${line + 1} ${name?.getText()}`]
  })
}

/** The name of a function that does nothing until it is called by it. */
function nameOf(node: ts.Node): ts.Node | undefined {
  if (ts.isFunctionDeclaration(node)) return node.name
  return ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined
}

const isWait = (node: ts.Node) =>
  ts.isAwaitExpression(node) || (ts.isForOfStatement(node) && node.awaitModifier !== undefined)

/** The options of a test that is skipped on some machines: there, those below it begin at once. */
const mayBeSkipped = (node: ts.Node) =>
  (ts.isShorthandPropertyAssignment(node) ||
    (ts.isPropertyAssignment(node) && !ts.isStringLiteral(node.initializer))) &&
  node.name.getText() === 'skip'

/** Not the name of a property, nor a part of a type. */
const isName = (node: ts.Identifier) =>
  !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) &&
  !(ts.isPropertyAssignment(node.parent) && node.parent.name === node) &&
  !ts.isPartOfTypeNode(node)

const symbolOf = (node: ts.Identifier, checker: ts.TypeChecker) =>
  ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node)

/** The declaration that takes a value apart, of one of its names. */
const wholeOf = (name: ts.Declaration) =>
  ts.isBindingElement(name) ? ts.walkUpBindingElementsAndPatterns(name) : name

function isLexical(name: ts.Declaration): boolean {
  const whole = wholeOf(name)
  return ts.isVariableDeclaration(whole)
    ? (whole.parent.flags & ts.NodeFlags.BlockScoped) !== 0
    : ts.isClassDeclaration(whole)
}

if (import.meta.main) {
  const found = earlyUses(globSync(SOURCES).filter((file) => !MADE.test(file)))
  for (const one of found) console.error(`${one} may be used before it has its value: declare it further up.`)
  process.exitCode = found.length > 0 ? 1 : 0
}
