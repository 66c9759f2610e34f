import { defineUpcasters } from './upcast.ts'

/** Every step from a shape that was ever written to the newest. Add to it, with its golden fixture; never take from it. */
export const upcasters = defineUpcasters([])
