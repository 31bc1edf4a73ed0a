import t from 'tap'
import { bend, type Curve, span, ticks } from '../../../console/src/screens/rules/curve.ts'

t.test('an axis reaches around its points; a line that rises the wrong way is told', async (t) => {
  const curve = (text: string): Curve => JSON.parse(text)
  t.same(span([curve('[[80,0],[98,100]]')], 'percent').map(Math.round), [78, 100])
  t.same(span([curve('[[10,0],[98,100]]')], 'percent'), [0, 100])
  t.same(ticks([78, 100]), [80, 85, 90, 95, 100])
  const told = ['up', 'down', 'between'].map((direction) => bend(curve('[[1,0],[2,9]]'), direction) ?? '')
  t.match(told, [/^$/, /^Less is better/, /^$/])
})
