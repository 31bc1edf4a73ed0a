import { LAST, NOW } from '../../setup/months.ts'
import type { FirstRequest } from './first-request.ts'
import { seller } from './own.ts'

const score = 'GET /api/sos/sellers/S-1/score'
const MONTH_FORM = /2026-\d\d|YYYY-MM/

/** The score of a seller, its history and the tiers. */
// biome-ignore format: a table
export const scores: FirstRequest[] = [
  { title: 'reads the current score', at: score, holds: { seller_code: 'S-1', period: NOW } },
  { title: 'reads the score of a month', at: `${score}?period=${LAST}`, holds: { period: LAST } },
  { title: 'leaves the month empty', at: `${score}?period=`, holds: { period: NOW } },
  { title: 'reads the score of a month that does not exist', at: `${score}?period=2026-13`, status: 400, says: MONTH_FORM },
  { title: 'writes the month without its zero', at: `${score}?period=2026-1`, status: 400, says: MONTH_FORM },
  { title: 'reads the score of a month without scores', at: `${score}?period=2020-01`, status: 404, says: /2020-01/ },
  { title: 'calls the period month', at: `${score}?month=${LAST}`, status: 400, says: /month.*period/ },
  { title: 'reads the score of a seller that has none', at: 'GET /api/sos/sellers/NO-SCORE/score', before: seller('NO-SCORE'), status: 404, says: /NO-SCORE/ },
  { title: 'reads the score of nobody', at: 'GET /api/sos/sellers/S-404/score', status: 404, says: /S-404/ },
  { title: 'is the account manager of the seller', at: score, as: 'am', holds: { seller_code: 'S-1' } },
  { title: 'is the account manager of another seller', at: 'GET /api/sos/sellers/S-2/score', as: 'am', status: 403 },
  { title: 'is a viewer', at: score, as: 'viewer', holds: { seller_code: 'S-1' } },
  { title: 'is a warehouse, who may not', at: score, as: 'warehouse', status: 403 },
  { title: 'forgets who is asking', at: score, as: null, status: 401 },
  { title: 'reads the history', at: `${score}/history`, holds: { seller_code: 'S-1', data: [{ period: LAST }, { period: NOW }] } },
  { title: 'reads the latest entry of the history', at: `${score}/history?limit=1`, holds: { data: [{ period: NOW }] } },
  { title: 'reads a year of history', at: `${score}/history?limit=12` },
  { title: 'reads a part of the history', at: `${score}/history?from=${LAST}&to=${LAST}`, holds: { data: [{ period: LAST }] } },
  { title: 'reads the history from a month on', at: `${score}/history?from=${NOW}`, holds: { data: [{ period: NOW }] } },
  { title: 'reads a history that ends before it starts', at: `${score}/history?from=${NOW}&to=${LAST}`, status: 400, says: /from.*to|to.*from/ },
  { title: 'reads the history from a date', at: `${score}/history?from=2026-01-15`, status: 400, says: MONTH_FORM },
  { title: 'reads the history of nobody', at: 'GET /api/sos/sellers/S-404/score/history', status: 404 },
  { title: 'reads the tiers without saying who asks', at: 'GET /api/sos/tiers', as: null, holds: { data: [{ name: 'Platinum' }] } },
  { title: 'reads the tiers with an identity all the same', at: 'GET /api/sos/tiers', as: 'viewer', holds: { data: [{}] } },
]
