import { SMALL } from '../datasets.ts'
import { type Load, loadProcess } from '../load.ts'
import { addKeys, installPostgraphile, type Peer, pathOf, startPostgraphile } from '../peers/postgraphile.ts'
import { PERIOD } from '../period.ts'
import { atLeast, atMost, type Figure, scenario, type Target } from '../scenario.ts'
import { databaseOf } from '../server.ts'
import { memoryOf, type Service, serviceOn } from '../service.ts'

const TITLE =
  'PostGraphile 5.1.5 in place of the limit, on the same rows of 10,000 sellers and their month. Flat: without the names of manager and warehouse, which ours always answers; joined: with them. The peer neither checks who asks nor logs requests.'

const SECONDS = 2
const READERS = 64

const SELLER = `sellerCode companyName contractType contractStartDate primaryWarehouseId assignedAmId omsSystemType
  paymentTermsDays metadata status createdAt updatedAt`
const NAMES = 'accountManagerByAssignedAmId { name } warehouseByPrimaryWarehouseId { name }'
const SCORE = `period totalSos tierName tierColor tierBenefits pScoreRaw pScoreWeighted oScoreRaw oScoreWeighted tScoreRaw
  tScoreWeighted fScoreRaw fScoreWeighted iScoreRaw iScoreWeighted deltaSos direction topOpportunity isGracePeriod status
  revision reviewedBy notes calculatedAt finalizedAt amId`

const sellers = (fields: string) =>
  `{ allSellers(first: 100, orderBy: [SELLER_CODE_ASC]) { totalCount nodes { rowId ${SELLER} ${fields} } } }`
const scores = (fields: string) =>
  `{ allMonthlyScores(first: 100, offset: 9900, condition: { period: "${PERIOD}" }, orderBy: [SELLER_ID_ASC])
     { totalCount nodes { rowId ${SCORE} ${fields} } } }`
const oneSeller = (code: string) => `{ sellerBySellerCode(sellerCode: "${code}") { rowId ${SELLER} } }`

const CODES = Array.from({ length: 500 }, (_, n) => `S-${String(1 + n * 20).padStart(6, '0')}`)

/** A kind of read: what ours is asked, what the peer is asked, and how much more we want to answer. */
interface Work {
  what: string
  ours: string[]
  peer: Record<string, string[]>
  /** How many rows are in each answer of ours. */
  rows?: number
  targets: Record<number, Target>
}

const WORK: Work[] = [
  {
    what: 'one seller by its code',
    ours: CODES.map((code) => `/api/sellers/${code}`),
    peer: { flat: CODES.map((code) => pathOf(oneSeller(code))) },
    targets: { 64: atLeast(2), 1: atLeast(1.2) },
  },
  {
    what: '100 sellers, sorted, with the total',
    ours: ['/api/sellers?limit=100'],
    peer: { flat: [pathOf(sellers(''))], joined: [pathOf(sellers(NAMES))] },
    rows: 100,
    targets: { 64: atLeast(2), 1: atLeast(2) },
  },
  {
    what: "page 100 of the month's scores",
    ours: [`/api/sos/monthly?period=${PERIOD}&limit=100&page=100`],
    peer: {
      flat: [pathOf(scores(''))],
      joined: [pathOf(scores('sellerBySellerId { sellerCode companyName } accountManagerByAmId { name }'))],
    },
    rows: 100,
    targets: { 64: atLeast(8), 1: atLeast(8) },
  },
]

export default scenario(TITLE, async (rounds) => {
  const folder = await installPostgraphile()
  const databaseUrl = await databaseOf('small')
  await addKeys(databaseUrl)
  const starts = { ours: [] as number[], limit: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const ours = await started(() => serviceOn(databaseUrl), '/api/health/ready')
    starts.ours.push(ours.ms)
    await ours.process.stop()
    const peer = await started(() => startPostgraphile(folder, databaseUrl), pathOf('{ __typename }'))
    starts.limit.push(peer.ms)
    await peer.process.stop()
  }
  const { process: ours } = await started(() => serviceOn(databaseUrl), '/api/health/ready')
  const { process: peer } = await started(
    () => startPostgraphile(folder, databaseUrl),
    pathOf('{ __typename }'),
  )
  const idle = { ours: await memoryOf(ours.pid), limit: await memoryOf(peer.pid) }
  for (const work of WORK) await expectRight(work, ours, peer)
  const load = loadProcess()
  const ask: Ask = async (asked) => (await load({ ...asked, seconds: SECONDS })).perSecond
  const reads: Figure[] = []
  for (const work of WORK)
    for (const connections of [READERS, 1])
      reads.push(...(await compare(work, { connections, rounds, ask }, ours, peer)))
  const after = { ours: await memoryOf(ours.pid), limit: await memoryOf(peer.pid) }
  const what = 'PostGraphile'
  return [
    ...reads,
    {
      what: 'start to the first answer',
      unit: 'ms',
      ours: starts.ours,
      limit: { what, values: starts.limit },
      targets: [atMost(900, 'ours')],
    },
    {
      what: 'memory at rest',
      unit: 'MB',
      ours: [idle.ours.now],
      limit: { what, values: [idle.limit.now] },
      targets: [atMost(150, 'ours')],
    },
    {
      what: 'memory after these reads',
      unit: 'MB',
      ours: [after.ours.now],
      limit: { what, values: [after.limit.now] },
      targets: [atMost(250, 'ours')],
    },
  ]
})

/** Starts a process and waits until it has answered a first request; `ms` is the time of both. */
async function started<Process extends { url: string }>(start: () => Promise<Process>, path: string) {
  const began = performance.now()
  const process = await start()
  const { ok, status } = await fetch(process.url + path)
  if (!ok) throw new Error(`the first request was answered ${status}`)
  return { process, ms: performance.now() - began }
}

/** @throws when an answer has not the rows and the total that it should have */
async function expectRight({ what, ours, peer, rows }: Work, service: Service, { url }: Peer) {
  const own = await (await fetch(service.url + ours[0], { headers: service.headers })).json()
  const { data, total, seller_code } = own as { data?: unknown[]; total?: number; seller_code?: string }
  const isRight = rows ? data?.length === rows && total === SMALL.sellers : seller_code === CODES[0]
  if (!isRight) throw new Error(`${what}: ours is wrong: ${JSON.stringify(own).slice(0, 300)}`)
  for (const [path] of Object.values(peer)) {
    const answer = (await (await fetch(url + path)).json()) as {
      errors?: unknown
      data: Record<string, { totalCount?: number; nodes?: unknown[]; sellerCode?: string }>
    }
    const [found] = Object.values(answer.data ?? {})
    const isSame = rows
      ? found?.nodes?.length === rows && found.totalCount === SMALL.sellers
      : found?.sellerCode === CODES[0]
    if (answer.errors || !isSame)
      throw new Error(`${what}: the peer's is wrong: ${JSON.stringify(answer).slice(0, 300)}`)
  }
}

type Ask = (asked: Omit<Load, 'seconds'>) => Promise<number>

/** Measures ours and each form of the peer in turns, after a round that does not count; the target is of the last form. */
async function compare(
  { what, ours, peer, targets }: Work,
  { connections, rounds, ask }: { connections: number; rounds: number; ask: Ask },
  service: Service,
  { url }: Peer,
): Promise<Figure[]> {
  const forms = Object.entries(peer)
  const values = { ours: [] as number[], peer: forms.map(() => [] as number[]) }
  for (let round = -1; round < rounds; round++) {
    const own = await ask({ url: service.url, paths: ours, headers: service.headers, connections })
    if (round >= 0) values.ours.push(own)
    for (const [at, [, paths]] of forms.entries()) {
      const others = await ask({ url, paths, headers: {}, connections })
      if (round >= 0) values.peer[at]?.push(others)
    }
  }
  return forms.map(([form], at) => ({
    what: `${what}, ${connections} ${connections === 1 ? 'connection' : 'connections'}`,
    unit: 'requests/s',
    ours: values.ours,
    limit: { what: `PostGraphile, ${form}`, values: values.peer[at] as number[] },
    targets: at === forms.length - 1 ? [targets[connections] as Target] : [],
  }))
}
