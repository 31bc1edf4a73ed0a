import { wordsOf } from '../../words/words.ts'

export const words = wordsOf({
  title: 'My account',
  who: 'Who I am',
  username: 'Username',
  full_name: 'Full name',
  role: 'Role',
  scope: 'Sees',
  warehouse: (name: string) => `Warehouse ${name}`,
  manager: 'The own portfolio',
  seller: (code: string) => `Seller ${code}`,
  everything: 'Everything',
  id: 'X-User-Id',
  password: 'Password',
  change: 'Change the password',
  changed: 'The password is changed; all other sessions have ended.',
  changeText: 'It ends your sessions in all other browsers. This one goes on.',
  external: 'Your organisation keeps the passwords: change it where you sign in to your other services.',
  demo: 'This is the demo: nobody signs in, so there is no password and no session.',
  session: 'Session',
  sessionText:
    'You stay signed in for 12 hours without a visit, 30 days at most. Signing out ends the session in all tabs of this browser.',
  sessionExternal:
    'Your organisation says how long you stay signed in. Signing out ends the session in all tabs of this browser.',
  signOut: 'Sign out',
})
