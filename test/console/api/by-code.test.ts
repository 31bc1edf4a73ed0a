import t from 'tap'
import { byCode } from '../../../console/api/by-code.ts'

const cases: [string, object, object, boolean][] = [
  ['/api/sellers/{id}', { id: '4711' }, {}, true],
  ['/api/sellers/{id}', { id: 'S-4711' }, {}, false],
  ['/api/sellers/{sellerId}/exceptions/{exId}', { sellerId: '0042', exId: 7 }, {}, true],
  ['/api/sellers/{sellerId}/exceptions/{exId}', { sellerId: 'S-1', exId: 7 }, {}, false],
  ['/api/sellers/am/{id}', { id: 7 }, {}, false],
  ['/api/sos/sellers/{seller_code}/score', { seller_code: '4711' }, {}, true],
  ['/api/campaigns/{id}/forecasts', { id: '2026' }, { limit: 1 }, true],
  ['/api/sos/enforcement', {}, { seller_codes: 'S-1,4711' }, true],
  ['/api/sos/enforcement', {}, { seller_codes: 'S-1,S-4711' }, false],
  ['/api/sos/monthly', {}, { seller_code: '4711' }, true],
  ['/api/appeals', {}, { seller_code: '4711' }, false],
  ['/api/appeals/{id}', { id: 7 }, {}, false],
  ['/api/users', {}, {}, false],
]
for (const [path, names, query, expected] of cases)
  t.test(
    `${path} of ${JSON.stringify({ ...names, ...query })} is ${expected ? '' : 'not '}asked by code`,
    async (t) => {
      t.same(byCode(path, names, query), expected ? { by: 'code' } : {})
    },
  )
