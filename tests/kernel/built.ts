import path from 'node:path'
import type * as Main from '../../main.ts'
import { PROGRAM } from './product-process.ts'

const program = path.join(import.meta.dirname, '../..', PROGRAM)
/** The built product, as an operator starts it. */
export const { start } = (await import(program)) as typeof Main
