import { wordsOf } from '../../words/words.ts'

export const words = wordsOf({
  title: 'Warehouses',
  caption: 'All warehouses, by their codes',
  new: 'New warehouse',
  edit: (name: string) => `Edit ${name}`,
  code: 'Code',
  codeHint: 'The warehouse system’s own code',
  name: 'Name',
  sellers: 'Sellers',
  seeSellers: 'Its sellers',
  none: 'No warehouses yet',
  noneText: 'Sellers belong to a warehouse; those who work there see whether a seller is blocked.',
})
