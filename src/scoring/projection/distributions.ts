import { createCipheriv, createHash } from 'node:crypto'
import { randomBeta, randomBinomial, randomGamma, randomPoisson } from 'd3-random'

/** Gamma with that shape and scale 1; 0 for a shape of 0. */
export const gamma = (uniform: Uniform, shape: number): number =>
  randomGamma.source(uniform)(Math.max(shape, 0))()

/** Beta(a, b); all of it at 1 or 0 where b or a is 0. */
export const beta = (uniform: Uniform, a: number, b: number): number => randomBeta.source(uniform)(a, b)()

/** How many of n happen, each with probability p. */
export const binomial = (uniform: Uniform, n: number, p: number): number =>
  randomBinomial.source(uniform)(n, p)()

/** How many come when so many are expected. */
export const poisson = (uniform: Uniform, mean: number): number => randomPoisson.source(uniform)(mean)()

/** Random numbers that are evenly spread over (0, 1): never 0 and never 1. */
export type Uniform = () => number

const BLOCK = Buffer.alloc(8192)

/**
 * The stream of a seed: AES-256 in counter mode, keyed by the sha256 of the seed and its parts, 52 bits of it a number.
 * The same seed gives the same numbers on every machine.
 */
export function streamOf(...seed: string[]): Uniform {
  const key = createHash('sha256').update(JSON.stringify(seed)).digest()
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  let block = cipher.update(BLOCK)
  let at = 0
  return () => {
    if (at === block.length) {
      block = cipher.update(BLOCK)
      at = 0
    }
    const high = block.readUInt32LE(at) >>> 6
    const low = block.readUInt32LE(at + 4) >>> 6
    at += 8
    return (high * 0x4000000 + low + 0.5) / 0x10000000000000
  }
}
