import t from 'tap'
import { consoleOfEveryKind, tapEveryPage } from '../browser/tap-every-page.ts'

// As tap.test.ts, on a tablet: a file of its own, because every page takes its time.

t.test('everything that opens on any page is seen and closed by a finger at 800 px', async (t) =>
  tapEveryPage(t, await consoleOfEveryKind(t), 800),
)
