import t from 'tap'
import { entityTag } from '../../../../src/platform/http/answers/answer-tags.ts'
import { namesVersion } from '../../../../src/platform/http/requests/change.ts'

t.test('an If-Match that names the version, or any version, lets the change pass', async (t) => {
  for (const header of [
    '*',
    ' * ',
    '"3"',
    '"1", "3"',
    '"1","3"',
    'W/"3", "3"',
    '"1,2" ,"3"',
    '"3-1"',
    '"3-a-_b"',
    '"2", "3-2"',
  ])
    t.ok(namesVersion(header, 3), header)
})

t.test('any other one is refused', async (t) => {
  for (const header of [
    '"2"',
    '"33"',
    '3',
    'W/"3"',
    'w/"3"',
    '"3"x',
    '',
    '"1", "2"',
    '"1", W/"3"',
    '"*"',
    '"',
    '"2-3"',
    '"33-3"',
    'W/"3-3"',
    '"-3"',
  ])
    t.notOk(namesVersion(header, 3), JSON.stringify(header))
})

t.test('a version is its own tag', async (t) => t.equal(entityTag(3), '"3"'))
