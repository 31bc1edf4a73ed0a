const signed = new Intl.NumberFormat(undefined, { signDisplay: 'exceptZero', maximumFractionDigits: 2 })

/** A bonus or malus in percent, with its sign: `+8 %`. */
export const bonus = (percent: number | null) => (percent === null ? '–' : `${signed.format(percent)} %`)
