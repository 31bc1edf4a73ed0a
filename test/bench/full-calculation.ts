import { PERIOD } from './period.ts'
import { calculateOverHttp, connected, type Service } from './service.ts'

/**
 * Calculates the month of all sellers each time it is called: it first gives up the runs that it could go on from,
 * which would read only what has changed. Answers the time of the calculation, in ms.
 */
export async function fullCalculation(service: Service, databaseUrl: string, sellers: number) {
  const client = await connected(databaseUrl)
  return async () => {
    await client.query('update scoring_runs set basis = null')
    return calculateOverHttp(service, PERIOD, sellers)
  }
}
