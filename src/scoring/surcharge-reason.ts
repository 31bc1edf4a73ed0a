/** What a surcharge is known by where it is acted upon. */
export interface SurchargeGrounds {
  surcharge_type: string
  period: string
  trigger_details: Record<string, unknown>
}

const LONGEST_REASON = 500

/**
 * Why a seller has a surcharge: the reason that its details give, else a sentence made of its type, its period and
 * the details that are plain values.
 */
export function surchargeReason({ surcharge_type, period, trigger_details }: SurchargeGrounds): string {
  const { reason } = trigger_details
  if (typeof reason === 'string' && reason.trim() !== '') return reason
  const words = surcharge_type.replaceAll('_', ' ')
  const details = Object.entries(trigger_details)
    .filter(isPlain)
    .map(([name, value]) => `${name} ${value}`)
  const sentence = `${words.charAt(0).toUpperCase()}${words.slice(1)} for ${period}`
  return clipped(details.length > 0 ? `${sentence}: ${details.join(', ')}` : sentence)
}

const isPlain = ([, value]: [string, unknown]) =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.trim() !== '')

const clipped = (text: string) =>
  text.length < LONGEST_REASON ? `${text}.` : `${text.slice(0, LONGEST_REASON - 1).toWellFormed()}…`
