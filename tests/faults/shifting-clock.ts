/**
 * Moves the wall clock of a whole process, like an operator or a time server. `node --import` loads
 * it before the product. Timers go on by themselves. The parent sends the distance from the real
 * clock in milliseconds.
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
