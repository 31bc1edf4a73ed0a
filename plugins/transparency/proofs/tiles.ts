import type { FastifyReply, FastifyRequest } from 'fastify'
import { sizeOf } from '../../../src/domain/transparency/logs.ts'
import { notFound } from '../../../src/platform/http/errors/problems.ts'
import { concat, utf8 } from '../../../src/transparency/bytes.ts'
import { hashesRead } from '../../../src/transparency/log/merkle.ts'
import {
  entryBundle,
  parseTilePath,
  TILE_WIDTH,
  type Tile,
  tileSubtrees,
  tileWidth,
} from '../../../src/transparency/log/tiles.ts'
import { readNodes } from '../nodes.ts'
import { ofWholeLog } from '../whole-log.ts'
import { statementsFrom } from './queries.ts'

/** A tile never changes, nor does a part of one. */
const KEPT = 'public, max-age=31536000, immutable'

type TileRequest = FastifyRequest<{ Params: { '*': string } }>

/** Tiles of hashes, as c2sp.org/tlog-tiles has them: the path after /tile/. */
export async function getTile(request: TileRequest, reply: FastifyReply) {
  const tile = await askedTile(request, request.params['*'], 'hashes')
  const subtrees = tileSubtrees(tile)
  const hashOf = hashesRead(await readNodes(request.server.db, 'scores', subtrees))
  return send(
    reply,
    KEPT,
    ofWholeLog(() => concat(...subtrees.map(hashOf))),
  )
}

/** Tiles of entries: the statements themselves, for who may read all scores. */
export async function getEntryTile(request: TileRequest, reply: FastifyReply) {
  const { index, width } = await askedTile(request, `entries/${request.params['*']}`, 'entries')
  const statements = await statementsFrom(request.server.db, index * TILE_WIDTH, width)
  return send(reply, KEPT.replace('public', 'private'), entryBundle(statements.map(utf8)))
}

/** @throws 404 for a path that names no tile of this kind of the log as it is: entries%2F000 is not one of hashes */
async function askedTile({ server }: TileRequest, path: string, kind: 'hashes' | 'entries'): Promise<Tile> {
  const tile = parseTilePath(path)
  const isKind = (tile?.level === 'entries') === (kind === 'entries')
  const width = tile && isKind ? tileWidth(tile, await sizeOf(server.db, 'scores')) : 0
  if (!tile || tile.width > width)
    throw notFound(
      'tile_not_found',
      `The log has no tile ${path.slice(0, 100)}; the checkpoint says how large it is.`,
    )
  return tile
}

const send = (reply: FastifyReply, kept: string, bytes: Uint8Array) =>
  reply.type('application/octet-stream').header('cache-control', kept).send(Buffer.from(bytes))
