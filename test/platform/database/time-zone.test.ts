import t from 'tap'
import { checkTimeZone } from '../../../src/platform/database/time-zone.ts'
import { FORMATS } from '../../../src/platform/schemas/formats.ts'
import { testApp } from '../../setup/app.ts'

const { app } = await testApp(t, { WORKER: 'on' })

const check = (BUSINESS_TIMEZONE: string, KEEP_FACTS_MONTHS = 25) =>
  checkTimeZone(app.db, { BUSINESS_TIMEZONE, KEEP_FACTS_MONTHS }, app.clock.now())

t.test('an offset is no name of a time zone', async (t) => {
  for (const zone of ['+05:30', '-03:00', '+05', '+0530', '+00:00', '-08'])
    t.notOk(FORMATS['time-zone']?.check(zone), zone)
  for (const zone of ['UTC', 'Europe/Berlin', 'Etc/GMT+5', 'EST5EDT'])
    t.ok(FORMATS['time-zone']?.check(zone), zone)
})

t.test('zones that both engines read alike pass', async (t) => {
  const zones = [
    ...['UTC', 'Europe/Berlin', 'America/New_York', 'America/Santiago', 'America/Havana', 'Asia/Tehran'],
    ...['Australia/Lord_Howe', 'Pacific/Chatham', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Etc/GMT+5'],
  ]
  for (const zone of zones) await t.resolves(check(zone), zone)
  await t.resolves(check('Europe/Berlin', 1200), 'also where facts are kept for a hundred years')
})

t.test('zones that they read with another sign are refused with one sentence', async (t) => {
  for (const zone of ['+05:30', '-03:00', '+05'])
    await t.rejects(
      check(zone),
      { name: 'StartupError', message: /read BUSINESS_TIMEZONE .* differently \(at \d{4}-/ },
      zone,
    )
})

t.test('a zone that only Node knows is refused with one sentence', async (t) => {
  await t.rejects(check('+0530'), {
    message: /^(The PostgreSQL server does not know|This service and the PostgreSQL)/,
  })
  await app.db.run`select 1`
})
