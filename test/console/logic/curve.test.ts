import t from 'tap'
import { bend, type Curve, differing, span, ticks } from '../../../console/src/screens/rules/curve.ts'

t.test('an axis reaches around its points; a line that rises the wrong way is told', async (t) => {
  const curve = (text: string): Curve => JSON.parse(text)
  t.same(span([curve('[[80,0],[98,100]]')], 'percent').map(Math.round), [78, 100])
  t.same(span([curve('[[10,0],[98,100]]')], 'percent'), [0, 100])
  t.same(ticks([78, 100]), [80, 85, 90, 95, 100])
  const told = ['up', 'down', 'between'].map((direction) => bend(curve('[[1,0],[2,9]]'), direction))
  t.match(told, [undefined, /^Less is better/, undefined])
  t.same(differing(curve('[[0,0],[4,8]]'), curve('[[0,0],[2,5],[4,8]]')), [{ x: 2, before: 4, after: 5 }])
})
