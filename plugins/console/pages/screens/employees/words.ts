import { wordsOf } from '../../words/words.ts'

export const words = wordsOf({
  title: 'Employees',
  caption: 'All employees, by their codes',
  new: 'New employee',
  edit: (name: string) => `Edit ${name}`,
  searchHint: 'Code, name or e-mail',
  person: 'Person',
  employee_code: 'Code',
  codeHint: 'The personnel system’s own code',
  full_name: 'Full name',
  email: 'E-mail',
  position: 'Position',
  warehouse: 'Warehouse',
  everywhere: 'None',
  none: 'No employees yet',
  noneText: 'An employee is made with each account, or here, before there is one.',
  inactive: 'No longer employed',
  eraseTitle: (name: string) => `Erase ${name}?`,
  eraseText:
    'For good: the name, e-mail address and position go, and all accounts of the person with their sessions and keys. The code stays, and so does what the person did, under a number.',
  eraseAction: 'Erase for good',
  erased: (code: string) => `The person behind ${code} is erased.`,
})
