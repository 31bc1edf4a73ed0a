import { wordsOf } from '../../words/words.ts'

export const words = wordsOf({
  title: 'Set a new password',
  text: 'The link is good for one use, within an hour. All sessions of the account end.',
  set: 'Set the password',
  done: 'The password is set',
  doneText: 'Sign in with it.',
  signIn: 'Sign in',
  noToken: 'This link is not complete',
  noTokenText: 'Open it as the administrator gave it to you, with all that stands behind the #.',
})
