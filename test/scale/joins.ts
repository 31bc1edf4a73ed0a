/** A node of a plan, as EXPLAIN (VERBOSE, FORMAT JSON) has it. */
export interface Node {
  'Node Type': string
  'Parent Relationship'?: string
  'Subplan Name'?: string
  'CTE Name'?: string
  'Relation Name'?: string
  Alias?: string
  Plans?: Node[]
}

/** Two sides that both read distributed tables, and whether what is compared is of one seller on both. */
export interface Join {
  left: string[]
  right: string[]
  isBySeller: boolean
}

const CONDITIONS = ['Hash Cond', 'Merge Cond', 'Join Filter', 'Index Cond', 'Recheck Cond', 'Filter']

/**
 * All joins of a plan whose two sides both read tables of `distributed`. A subquery that is asked for each row of its
 * parent is a join with what the parent reads; one that is asked once is none.
 */
export function joinsOf(plan: Node, distributed: string[]): Join[] {
  const ctes = new Map<string, Node>()
  for (const node of nodesOf(plan)) {
    const name = node['Subplan Name']
    if (name?.startsWith('CTE ')) ctes.set(name.slice('CTE '.length), node)
  }

  function tablesOf(side: Node, seen = new Set<string>()): string[] {
    return nodesOf(side).flatMap((node) => {
      const table = node['Relation Name']
      if (table) return distributed.includes(table) ? [table] : []
      const cte = node['CTE Name']
      const source = cte !== undefined && !seen.has(cte) ? ctes.get(cte) : undefined
      return cte !== undefined && source ? tablesOf(source, seen.add(cte)) : []
    })
  }

  const pairs = nodesOf(plan).flatMap((node) => {
    const { Plans = [] } = node
    const subplans = Plans.filter((child) => child['Parent Relationship'] === 'SubPlan')
    const inputs = Plans.filter(
      (child) => !['SubPlan', 'InitPlan'].includes(`${child['Parent Relationship']}`),
    )
    const own = { ...node, Plans: inputs }
    return [
      ...(inputs.length === 2 ? [{ node, left: inputs[0] as Node, right: inputs[1] as Node }] : []),
      ...subplans.map((right) => ({ node, left: own, right })),
    ]
  })
  return pairs
    .filter(({ node }) => !['Append', 'MergeAppend', 'ModifyTable'].includes(node['Node Type']))
    .map(({ node, left, right }) => ({
      left: tablesOf(left),
      right: tablesOf(right),
      isBySeller: comparesSellers([node, ...nodesOf(right)], aliasesOf(left), aliasesOf(right)),
    }))
    .filter(({ left, right }) => left.length > 0 && right.length > 0)
}

const SELLERS = /\(*(\w+)\.(?:seller_id|id) = \(?(\w+)\.(?:seller_id|id)\b/g
const HASHED = /ANY \(\(?\w+\.seller_id = \(hashed SubPlan/

/** Whether a condition compares the sellers of one side with those of the other. */
function comparesSellers(nodes: Node[], left: Set<string>, right: Set<string>): boolean {
  return nodes.some((node) =>
    CONDITIONS.some((name) => {
      const condition = (node as unknown as Record<string, string | undefined>)[name] ?? ''
      if (HASHED.test(condition)) return true
      return [...condition.matchAll(SELLERS)].some(
        ([text, one = '', other = '']) =>
          text.includes('seller_id') &&
          ((left.has(one) && right.has(other)) || (left.has(other) && right.has(one))),
      )
    }),
  )
}

const aliasesOf = (side: Node) => new Set(nodesOf(side).flatMap(({ Alias }) => Alias ?? []))

/** A node and all below it. */
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
