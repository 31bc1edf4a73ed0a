import t from 'tap'
import { entityTag, requireMatch } from '../../plugins/config/entity-tag.ts'

t.test('an If-Match that names the version, any version, or nothing lets the change pass', async (t) => {
  for (const header of [undefined, '*', ' * ', '"3"', '"1", "3"', '"1","3"'])
    t.doesNotThrow(() => requireMatch(header, 3), String(header))
})

t.test('any other one is refused', async (t) => {
  for (const header of ['"2"', '"33"', '3', 'W/"3"', '', '"1", "2"'])
    t.throws(() => requireMatch(header, 3), /If-Match names/, JSON.stringify(header))
})

t.test('a version is its own tag', async (t) => t.equal(entityTag(3), '"3"'))
