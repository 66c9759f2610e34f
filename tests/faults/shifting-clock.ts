/**
 * Loaded before the product (`node --import`): moves the wall clock of the whole process, libraries
 * included, as an operator or a time server does. Timers go on by themselves. The parent sends how
 * many milliseconds the clock is ahead of the real one.
 */
const RealDate = Date
let ahead = 0
const now = () => RealDate.now() + ahead

globalThis.Date = new Proxy(RealDate, {
  get: (date, key) => (key === 'now' ? now : Reflect.get(date, key)),
  construct: (date, args, by) =>
    // a Date is constructed
    args.length === 0 ? new RealDate(now()) : (Reflect.construct(date, args, by) as Date),
  apply: () => new RealDate(now()).toString(),
})
process.on('message', (message: { readonly ahead: number }) => {
  ahead = message.ahead
  process.send?.({ ahead })
})
// The clock alone keeps no process alive.
process.channel?.unref()
