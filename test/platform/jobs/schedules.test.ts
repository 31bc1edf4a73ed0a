import t from 'tap'
import { inUtc } from '../../../src/platform/jobs/workers.ts'
import { testApp } from '../../setup/app.ts'
import { someOf } from '../../setup/form.ts'

const ZONES = ['Europe/Berlin', 'America/New_York', 'America/Santiago', 'Asia/Tehran']
ZONES.push('Australia/Lord_Howe', 'America/Havana', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'UTC')
const DAY = 24 * 3_600_000
const MINUTE = 60_000

const { app } = await testApp(t, { WORKER: 'on' })
const schedules = await app.db.rows<{ name: string; cron: string; timezone: string }>`
  select name, cron, timezone from pgboss.schedule`

t.test('every schedule of the service is kept in UTC', async (t) => {
  t.ok(schedules.length >= 7)
  for (const { name, timezone } of schedules) t.equal(timezone, 'UTC', name)
})

const DAILY = ['35 0 * * *', '45 2 * * *', '17 3 * * *', '10 4 * * *', '41 4 * * *']

for (const zone of someOf(ZONES, 4))
  t.test(`a daily job comes once in each night of ${zone}`, async (t) => {
    const local = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    for (const schedule of DAILY) {
      const nights = new Map<string, number>()
      const wrong: string[] = []
      const cron = inUtc(schedule, zone, new Date('2027-02-03T04:05:06Z'))
      const [minute, hour] = cron.split(' ').map(Number) as [number, number]
      for (let day = Date.UTC(2027, 0, 1); day < Date.UTC(2028, 0, 1); day += DAY) {
        const at = day + (hour * 60 + minute) * MINUTE
        const text = local.format(at)
        const night = text.slice(0, 10)
        nights.set(night, (nights.get(night) ?? 0) + 1)
        if (!(text.slice(11) < '06:00')) wrong.push(text)
      }
      t.same(wrong, [], `${schedule} is in the night`)
      t.equal(nights.size, 365, schedule)
    }
  })

t.test('campaigns are moved within the first two hours of each day', async (t) => {
  for (const zone of ['Europe/Berlin', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Kathmandu']) {
    const [minute, hours = ''] = inUtc('5 23,0,1,2 * * *', zone, new Date('2027-01-01')).split(' ')
    const local = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    const days = new Set<string>()
    for (let day = Date.UTC(2027, 0, 1); day < Date.UTC(2028, 0, 1); day += DAY)
      for (const hour of hours.split(',')) {
        const text = local.format(day + (Number(hour) * 60 + Number(minute)) * MINUTE)
        if (text.slice(11) < '02:00') days.add(text.slice(0, 10))
      }
    t.ok(days.size >= 365, zone)
  }
})

t.test('what comes several times an hour stays as it is', async (t) => {
  for (const schedule of ['*/10 * * * *', '5-59/10 * * * *'])
    t.equal(inUtc(schedule, 'Asia/Kathmandu', new Date()), schedule)
})
