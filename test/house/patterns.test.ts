import t from 'tap'

// Plain tap takes the first elements for the list; test/setup/run-files.ts ends that.
t.test('a list in a pattern is matched by a list of its length alone', async (t) => {
  for (const list of [[], [1], [1, Number, 3]]) t.notMatch({ list: [1, 2] }, { list })
  t.match({ list: [1, 2] }, { list: [1, Number] })
})
