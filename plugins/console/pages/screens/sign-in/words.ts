import { wordsOf } from '../../words/words.ts'

export const words = wordsOf({
  choosePerson: 'Who are you?',
  choosePersonText:
    'This is the demo: choose a person, and see what this role sees. You can switch at any time.',
  signIn: 'Sign in',
  login: 'Name or e-mail',
  external: 'With the e-mail address, your organisation checks the password.',
  password: 'Password',
  forgotten: 'Password forgotten? An administrator can give you a link to set a new one.',
  noTls: 'This address has no TLS: your browser keeps no session, so a reload asks for the password again.',
  again: 'Your session has ended',
  againText: 'Sign in again: the page behind stays as it is, with all that you have typed.',
  someoneElse: 'Sign in as someone else',
})
