import { randomBytes } from 'node:crypto'
import { newUlid } from './ids.ts'

/*
 * Keys made in advance, many in one block: a new contact then waits for no disk. The event names
 * its key. A block is wrapped and stored whole; destroying one key rewrites the block without it.
 */

/** @unit bytes */
const KEY = 32
/** Keys in a block: few for a process that adds few contacts, then more. */
const SMALLEST = 64
const LARGEST = 4096

/** `block-01J….17`: a block's name, and an index in it. */
export const keyInBlock = (block: string, index: number): string => `${block}.${index}`
export function placeInBlock(
  id: string,
): { readonly block: string; readonly index: number } | null {
  const [, block, index] = /^(block-[^.]+)\.(\d+)$/.exec(id) ?? []
  return block === undefined ? null : { block, index: Number(index) }
}

/** @param made how many this process has made before */
export const newBlock = (made: number): { readonly id: string; readonly bytes: Buffer } => ({
  id: `block-${newUlid()}`,
  bytes: randomBytes(KEY * Math.min(LARGEST, SMALLEST * 4 ** made)),
})
export const keysIn = (block: Buffer): number => block.length / KEY

/** @returns null for a key that was destroyed */
export function keyAt(block: Buffer, index: number): Buffer | null {
  const key = block.subarray(index * KEY, (index + 1) * KEY)
  return key.length < KEY || key.every((byte) => byte === 0) ? null : key
}
/** The block without a key. Zeros mark it: a random key is never all zeros. */
export function withoutKey(block: Buffer, index: number): Buffer {
  const copy = Buffer.from(block)
  copy.fill(0, index * KEY, (index + 1) * KEY)
  return copy
}
