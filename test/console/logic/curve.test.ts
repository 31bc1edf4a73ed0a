import t from 'tap'
import { bend, type Curve, differing, moved, span, ticks } from '../../../console/src/screens/rules/curve.ts'

t.test('an axis reaches around its points; a line that rises the wrong way is told', async (t) => {
  const curve = (text: string): Curve => JSON.parse(text)
  t.same(span([moved(curve('[[-5,0],[5,9]]'), 0, [-6, 0])], '').map(Math.round), [-7, 10])
  t.same(span([curve('[[10,0],[98,100]]')], 'percent'), [0, 100])
  t.same(ticks(span([curve('[[80,0],[98,100]]')], 'percent')), [80, 85, 90, 95, 100])
  const told = ['up', 'down', 'between'].map((direction) => bend(curve('[[1,0],[2,9]]'), direction))
  t.match(told, [undefined, /^Less is better/, undefined])
  t.same(differing(curve('[[0,0],[4,8]]'), curve('[[0,0],[2,5],[4,8]]')), [{ x: 2, before: 4, after: 5 }])
})
