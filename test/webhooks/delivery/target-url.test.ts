import t from 'tap'
import { urlProblem } from '../../../plugins/webhooks/delivery/target-url.ts'

const open = { httpsOnly: false, allowPrivate: false }

t.test('a public URL has no problem', async (t) => {
  const urls = [
    'https://example.com',
    'http://example.com/hooks?from=sos',
    'https://example.com:8443/a',
    'HTTPS://EXAMPLE.COM/',
    'https://8.8.8.8/',
    'https://[2606:4700::1]/',
    'https://bücher.example/',
  ]
  for (const url of urls) t.equal(urlProblem(url, open), null, url)
})

t.test('a URL is refused, with the reason', async (t) => {
  const cases: [string, RegExp][] = [
    ['', /begins with https:\/\/ or http:/],
    ['example.com', /address that begins with/],
    ['ftp://example.com', /address that begins with/],
    ['file:///etc/passwd', /address that begins with/],
    ['http:example.com', /address that begins with/],
    ['https://', /complete address that begins with/],
    ['https://exa mple.com', /spaces/],
    [' https://example.com', /spaces/],
    ['https://example.com/\n', /spaces/],
    ['https://example.com\\@10.0.0.1/', /backslashes/],
    ['https://example.com/\u0000', /control characters/],
    ['https://user:secret@example.com/', /user name or password/],
    ['https://user@example.com/', /user name or password/],
    ['https://example.com/#top', /fragment/],
    ['https://example.com/#', /fragment/],
    ['http://example.com:25/', /port 25/],
    ['http://example.com:0/', /port 0/],
    ['http://example.com:70000/', /complete address that begins with/],
    [`https://example.com/${'a'.repeat(2048)}`, /at most 2048 characters/],
    ['http://localhost:3000/', /this machine itself/],
    ['http://2130706433/', /127\.0\.0\.1 is not public/],
    ['http://0x7f.1/', /127\.0\.0\.1 is not public/],
    ['http://[::ffff:169.254.169.254]/', /link-local/],
    ['http://1.2.3.4.5/', /address that begins with/],
    ['http://[fe80::1%25eth0]/', /address that begins with/],
  ]
  for (const [url, sentence] of cases)
    t.match(urlProblem(url, open), sentence, JSON.stringify(url.slice(0, 60)))
})

t.test('no sentence repeats a password', async (t) => {
  t.notMatch(urlProblem('https://user:hunter2@example.com/', open), /hunter2/)
})

t.test('where only https is allowed, http is refused', async (t) => {
  const verified = { httpsOnly: true, allowPrivate: false }
  for (const url of ['http://example.com', 'example.com', 'not a url'])
    t.equal(urlProblem(url, verified), 'url must be a complete address that begins with https://.')
  t.equal(urlProblem('https://example.com', verified), null)
})

t.test('where private addresses are allowed, only they are', async (t) => {
  const development = { httpsOnly: false, allowPrivate: true }
  for (const url of [
    'http://localhost:4000/hook',
    'http://127.0.0.1:4000',
    'http://10.0.0.1/',
    'http://[::1]:4000/',
  ])
    t.equal(urlProblem(url, development), null, url)
  t.match(urlProblem('http://user@localhost/', development), /user name/)
  t.match(urlProblem('http://localhost:22/', development), /port 22/)
})
