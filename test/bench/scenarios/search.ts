import { listsOf } from '../lists.ts'
import { atMost, scenario } from '../scenario.ts'

const TITLE =
  'GET /api/sellers?search=… of 100,000 sellers, one connection; the limit is the first page of all of them from the same service. Terms of one or two letters have no trigram, so all names are read.'

const limit = { what: 'the first page', path: '/api/sellers' }
const terms = {
  'a part of a code': 's-0999',
  'a part of a name': 'trading 4711',
  'some letters in the middle': 'fa3',
  'what nobody is called': 'zzzz',
  'two letters': '99',
  'one letter': 'e',
}

export default scenario(TITLE, async (rounds) => {
  const { measure } = await listsOf('scores_large')
  return measure(
    rounds,
    Object.entries(terms).map(([what, term]) => ({
      what,
      path: `/api/sellers?search=${encodeURIComponent(term)}`,
      limit,
      unit: 'ms',
      connections: 1,
      targets: term.length > 2 ? [atMost(2)] : [],
    })),
  )
})
