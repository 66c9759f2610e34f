import type { PaperLanguage } from '#domain/billing/paper/paper-language.values.ts'

/** A quote's own words, beside those of every paper. Braces stand for a value. */
type QuoteWords = {
  readonly title: string
  readonly issued: string
  readonly validUntil: string
  readonly addressedTo: string
  readonly total: string
  readonly deposit: string
  readonly balance: string
  readonly payment: string
  readonly paymentAtOnce: string
  readonly free: string
  readonly fee: string
  /**
   * Words that a client writes above a signature. French in every paper, as a French court reads
   * it.
   */
  readonly agreed: string
  readonly date: string
  readonly signature: string
}

export const QUOTE_WORDS: Readonly<Record<PaperLanguage, QuoteWords>> = {
  fr: {
    title: 'Devis',
    issued: 'Établi le {day}',
    validUntil: 'Valable jusqu’au {day}',
    addressedTo: 'Adressé à',
    total: 'Total',
    deposit: 'Acompte à la commande : {rate}, soit {amount}.',
    balance: 'Solde à {days} jours à compter de la facture.',
    payment: 'Paiement à {days} jours à compter de la facture.',
    paymentAtOnce: 'Paiement à réception de la facture.',
    free: 'Devis gratuit.',
    fee: 'Devis payant : {amount}.',
    agreed: 'Bon pour accord',
    date: 'Le',
    signature: 'Nom et signature',
  },
  en: {
    title: 'Quote',
    issued: 'Issued {day}',
    validUntil: 'Valid until {day}',
    addressedTo: 'Addressed to',
    total: 'Total',
    deposit: 'Deposit with the order: {rate}, i.e. {amount}.',
    balance: 'Balance within {days} days of the invoice.',
    payment: 'Payment within {days} days of the invoice.',
    paymentAtOnce: 'Payment on receipt of the invoice.',
    free: 'This quote is free of charge.',
    fee: 'Price of this quote: {amount}.',
    agreed: 'Agreed (“Bon pour accord”)',
    date: 'Date',
    signature: 'Name and signature',
  },
  es: {
    title: 'Presupuesto',
    issued: 'Elaborado el {day}',
    validUntil: 'Válido hasta el {day}',
    addressedTo: 'Dirigido a',
    total: 'Total',
    deposit: 'Anticipo al encargar: {rate}, es decir {amount}.',
    balance: 'Saldo a {days} días de la factura.',
    payment: 'Pago a {days} días de la factura.',
    paymentAtOnce: 'Pago a la recepción de la factura.',
    free: 'Presupuesto gratuito.',
    fee: 'Precio de este presupuesto: {amount}.',
    agreed: 'Conforme (« Bon pour accord »)',
    date: 'Fecha',
    signature: 'Nombre y firma',
  },
  de: {
    title: 'Angebot',
    issued: 'Erstellt am {day}',
    validUntil: 'Gültig bis {day}',
    addressedTo: 'Angebot an',
    total: 'Summe',
    deposit: 'Anzahlung bei Auftrag: {rate}, das sind {amount}.',
    balance: 'Rest innerhalb von {days} Tagen ab Rechnungsdatum.',
    payment: 'Zahlung innerhalb von {days} Tagen ab Rechnungsdatum.',
    paymentAtOnce: 'Zahlung bei Erhalt der Rechnung.',
    free: 'Dieses Angebot ist kostenlos.',
    fee: 'Preis dieses Angebots: {amount}.',
    agreed: 'Einverstanden („Bon pour accord“)',
    date: 'Datum',
    signature: 'Name und Unterschrift',
  },
  it: {
    title: 'Preventivo',
    issued: 'Redatto il {day}',
    validUntil: 'Valido fino al {day}',
    addressedTo: 'Indirizzato a',
    total: 'Totale',
    deposit: 'Acconto all’ordine: {rate}, cioè {amount}.',
    balance: 'Saldo a {days} giorni dalla fattura.',
    payment: 'Pagamento a {days} giorni dalla fattura.',
    paymentAtOnce: 'Pagamento al ricevimento della fattura.',
    free: 'Preventivo gratuito.',
    fee: 'Prezzo di questo preventivo: {amount}.',
    agreed: 'Per accettazione (« Bon pour accord »)',
    date: 'Data',
    signature: 'Nome e firma',
  },
  ar: {
    title: 'عرض سعر',
    issued: 'حُرّر في {day}',
    validUntil: 'صالح حتى {day}',
    addressedTo: 'موجّه إلى',
    total: 'الإجمالي',
    deposit: 'دفعة مقدمة عند الطلب: {rate}، أي {amount}.',
    balance: 'المتبقي خلال {days} يومًا من تاريخ الفاتورة.',
    payment: 'الدفع خلال {days} يومًا من تاريخ الفاتورة.',
    paymentAtOnce: 'الدفع عند استلام الفاتورة.',
    free: 'عرض السعر هذا مجاني.',
    fee: 'ثمن عرض السعر هذا: {amount}.',
    agreed: 'موافقة («Bon pour accord»)',
    date: 'التاريخ',
    signature: 'الاسم والتوقيع',
  },
}
