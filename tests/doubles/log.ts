import pino from 'pino'
import type { Log } from '#domain/kernel/ports/log.ts'

export type Line = {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly details: object
  readonly message: string
}

/** A log that remembers its lines. */
export function memoryLog(): Log & { readonly lines: readonly Line[] } {
  const lines: Line[] = []
  const write = (level: Line['level']) => (details: object, message: string) =>
    void lines.push({ level, details, message })
  return {
    lines,
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  }
}

/** For servers under test: says nothing. */
export const silentLog = pino({ level: 'silent' })
