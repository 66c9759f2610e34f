import { directionOf } from '#domain/kernel/languages.values.ts'
import type { BillType } from '../bill-types.values.ts'
import type { PaperLanguage } from './paper-language.values.ts'

/**
 * The paper's own words. Legal mentions stand in `mentions.ts`, in French. Braces stand for a
 * value.
 */
export type PaperWords = {
  readonly titles: Readonly<Record<BillType, string>>
  readonly due: Readonly<Record<BillType, string>>
  readonly draft: string
  readonly issued: Readonly<Record<BillType, string>>
  readonly dueOn: string
  readonly order: string
  /** The client's own reference, such as the code of a service. */
  readonly reference: string
  readonly creditOf: string
  readonly billedTo: string
  readonly object: string
  /** The table's name, for those who hear it. */
  readonly lines: string
  /** Heads of the table: description, quantity, price, VAT, amount. */
  readonly heads: readonly [string, string, string, string, string]
  readonly day: string
  readonly days: string
  /** Above ten, where that is another word. */
  readonly manyDays?: string
  readonly linesTotal: string
  /** A reduction without a reason. */
  readonly discount: string
  /** Reduction of one line: its name and its amount. */
  readonly lineDiscount: string
  readonly onRate: string
  readonly totalNet: string
  readonly vat: string
  readonly vatOn: string
  readonly withoutVatOn: string
  readonly totalGross: string
  readonly deposit: string
  readonly depositVat: string
  readonly paid: string
  readonly transfer: string
  /** The reference that a transfer cites. */
  readonly transferReference: string
  /** The amount due, with its day. */
  readonly dueBy: string
  readonly code: string
  readonly signature: string
  readonly page: string
  readonly carriedFrom: string
  readonly carriedTo: string
}

export const PAPER_WORDS: Readonly<Record<PaperLanguage, PaperWords>> = {
  fr: {
    titles: { invoice: 'Facture', creditNote: 'Avoir', deposit: 'Facture d’acompte' },
    due: { invoice: 'À payer', creditNote: 'Total de l’avoir', deposit: 'À payer' },
    draft: 'Brouillon',
    issued: { invoice: 'Émise le {day}', creditNote: 'Émis le {day}', deposit: 'Émise le {day}' },
    dueOn: 'Échéance {day}',
    order: 'Votre commande {ref}',
    reference: 'Votre référence\u00A0: {ref}',
    creditOf: 'Avoir sur la facture {ref} du\u00A0{day}',
    billedTo: 'Facturé à',
    object: 'Objet\u00A0:',
    lines: 'Lignes',
    heads: ['Désignation', 'Quantité', 'Prix HT', 'TVA', 'Montant HT'],
    day: 'jour',
    days: 'jours',
    linesTotal: 'Total des lignes HT',
    discount: 'Remise',
    lineDiscount: '{name}\u00A0: {amount}',
    onRate: ', au taux de {rate}',
    totalNet: 'Total HT',
    vat: 'TVA {rate}',
    vatOn: 'TVA {rate} sur {amount}',
    withoutVatOn: 'Sans TVA sur {amount}',
    totalGross: 'Total TTC',
    deposit: 'Acompte {ref} du {day}',
    depositVat: ', dont TVA {amount}',
    paid: 'Facture acquittée.',
    transfer: 'Virement : IBAN {iban}',
    transferReference: 'Référence à rappeler\u00A0: {ref}',
    dueBy: 'À payer le\u00A0{day}',
    code: 'Code QR du virement',
    signature: 'Signature',
    page: 'Page',
    carriedFrom: 'Report',
    carriedTo: 'À reporter',
  },
  en: {
    titles: { invoice: 'Invoice', creditNote: 'Credit note', deposit: 'Deposit invoice' },
    due: { invoice: 'Amount due', creditNote: 'Total credited', deposit: 'Amount due' },
    draft: 'Draft',
    issued: { invoice: 'Issued {day}', creditNote: 'Issued {day}', deposit: 'Issued {day}' },
    dueOn: 'Due {day}',
    order: 'Your order {ref}',
    reference: 'Your reference: {ref}',
    creditOf: 'Credit note for invoice {ref} of\u00A0{day}',
    billedTo: 'Invoiced to',
    object: 'Subject:',
    lines: 'Lines',
    heads: ['Description', 'Quantity', 'Price excl. VAT', 'VAT', 'Amount excl. VAT'],
    day: 'day',
    days: 'days',
    linesTotal: 'Subtotal excl. VAT',
    discount: 'Discount',
    lineDiscount: '{name}: {amount}',
    onRate: ', at {rate}',
    totalNet: 'Total excl. VAT',
    vat: 'VAT {rate}',
    vatOn: 'VAT {rate} on {amount}',
    withoutVatOn: 'Without VAT on {amount}',
    totalGross: 'Total incl. VAT',
    deposit: 'Deposit {ref} of {day}',
    depositVat: ', of which VAT {amount}',
    paid: 'Paid in full.',
    transfer: 'Bank transfer: IBAN {iban}',
    transferReference: 'Reference: {ref}',
    dueBy: 'Due by\u00A0{day}',
    code: 'QR code of the transfer',
    signature: 'Signature',
    page: 'Page',
    carriedFrom: 'Brought forward',
    carriedTo: 'Carried forward',
  },
  es: {
    titles: {
      invoice: 'Factura',
      creditNote: 'Factura rectificativa',
      deposit: 'Factura de anticipo',
    },
    due: { invoice: 'A pagar', creditNote: 'Total rectificado', deposit: 'A pagar' },
    draft: 'Borrador',
    issued: {
      invoice: 'Emitida el {day}',
      creditNote: 'Emitida el {day}',
      deposit: 'Emitida el {day}',
    },
    dueOn: 'Vencimiento {day}',
    order: 'Su pedido {ref}',
    reference: 'Su referencia: {ref}',
    creditOf: 'Rectifica la factura {ref} del\u00A0{day}',
    billedTo: 'Facturado a',
    object: 'Concepto:',
    lines: 'Líneas',
    heads: ['Descripción', 'Cantidad', 'Precio sin IVA', 'IVA', 'Importe sin IVA'],
    day: 'día',
    days: 'días',
    linesTotal: 'Total de las líneas, sin IVA',
    discount: 'Descuento',
    lineDiscount: '{name}: {amount}',
    onRate: ', al {rate}',
    totalNet: 'Total sin IVA',
    vat: 'IVA {rate}',
    vatOn: 'IVA {rate} sobre {amount}',
    withoutVatOn: 'Sin IVA sobre {amount}',
    totalGross: 'Total con IVA',
    deposit: 'Anticipo {ref} del {day}',
    depositVat: ', de los que {amount} de IVA',
    paid: 'Factura pagada.',
    transfer: 'Transferencia: IBAN {iban}',
    transferReference: 'Referencia: {ref}',
    dueBy: 'A pagar el\u00A0{day}',
    code: 'Código QR de la transferencia',
    signature: 'Firma',
    page: 'Página',
    carriedFrom: 'Suma anterior',
    carriedTo: 'Suma y sigue',
  },
  de: {
    titles: {
      invoice: 'Rechnung',
      creditNote: 'Rechnungskorrektur',
      deposit: 'Anzahlungsrechnung',
    },
    due: { invoice: 'Zu zahlen', creditNote: 'Korrekturbetrag', deposit: 'Zu zahlen' },
    draft: 'Entwurf',
    issued: {
      invoice: 'Ausgestellt am {day}',
      creditNote: 'Ausgestellt am {day}',
      deposit: 'Ausgestellt am {day}',
    },
    dueOn: 'Fällig am {day}',
    order: 'Ihre Bestellung {ref}',
    reference: 'Ihr Zeichen: {ref}',
    creditOf: 'Rechnungskorrektur zur Rechnung {ref} vom\u00A0{day}',
    billedTo: 'Rechnung an',
    object: 'Betreff:',
    lines: 'Positionen',
    heads: ['Bezeichnung', 'Menge', 'Preis netto', 'USt', 'Betrag netto'],
    day: 'Tag',
    days: 'Tage',
    linesTotal: 'Summe der Positionen netto',
    discount: 'Rabatt',
    lineDiscount: '{name}: {amount}',
    onRate: ', zu {rate}',
    totalNet: 'Summe netto',
    vat: 'USt {rate}',
    vatOn: 'USt {rate} auf {amount}',
    withoutVatOn: 'Ohne USt auf {amount}',
    totalGross: 'Summe brutto',
    deposit: 'Anzahlung {ref} vom {day}',
    depositVat: ', davon USt {amount}',
    paid: 'Rechnung bezahlt.',
    transfer: 'Überweisung: IBAN {iban}',
    transferReference: 'Verwendungszweck: {ref}',
    dueBy: 'Zu zahlen bis {day}',
    code: 'QR-Code der Überweisung',
    signature: 'Unterschrift',
    page: 'Seite',
    carriedFrom: 'Übertrag',
    carriedTo: 'Zu übertragen',
  },
  it: {
    titles: { invoice: 'Fattura', creditNote: 'Nota di credito', deposit: 'Fattura di acconto' },
    due: { invoice: 'Da pagare', creditNote: 'Totale della nota di credito', deposit: 'Da pagare' },
    draft: 'Bozza',
    issued: {
      invoice: 'Emessa il {day}',
      creditNote: 'Emessa il {day}',
      deposit: 'Emessa il {day}',
    },
    dueOn: 'Scadenza {day}',
    order: 'Suo ordine {ref}',
    reference: 'Suo riferimento: {ref}',
    creditOf: 'Nota di credito sulla fattura {ref} del\u00A0{day}',
    billedTo: 'Fatturato a',
    object: 'Oggetto:',
    lines: 'Righe',
    heads: ['Descrizione', 'Quantità', 'Prezzo IVA escl.', 'IVA', 'Importo IVA escl.'],
    day: 'giorno',
    days: 'giorni',
    linesTotal: 'Totale delle righe, IVA esclusa',
    discount: 'Sconto',
    lineDiscount: '{name}: {amount}',
    onRate: ', al {rate}',
    totalNet: 'Totale imponibile',
    vat: 'IVA {rate}',
    vatOn: 'IVA {rate} su {amount}',
    withoutVatOn: 'Senza IVA su {amount}',
    totalGross: 'Totale IVA inclusa',
    deposit: 'Acconto {ref} del {day}',
    depositVat: ', di cui IVA {amount}',
    paid: 'Fattura pagata.',
    transfer: 'Bonifico: IBAN {iban}',
    transferReference: 'Causale: {ref}',
    dueBy: 'Da pagare il\u00A0{day}',
    code: 'Codice QR del bonifico',
    signature: 'Firma',
    page: 'Pagina',
    carriedFrom: 'Riporto',
    carriedTo: 'Da riportare',
  },
  ar: {
    titles: { invoice: 'فاتورة', creditNote: 'إشعار دائن', deposit: 'فاتورة دفعة مقدمة' },
    due: {
      invoice: 'المبلغ المستحق',
      creditNote: 'إجمالي الإشعار الدائن',
      deposit: 'المبلغ المستحق',
    },
    draft: 'مسودة',
    issued: { invoice: 'صدرت في {day}', creditNote: 'صدر في {day}', deposit: 'صدرت في {day}' },
    dueOn: 'تاريخ الاستحقاق {day}',
    order: 'أمر شرائكم {ref}',
    reference: 'مرجعكم: {ref}',
    creditOf: 'إشعار دائن على الفاتورة {ref} بتاريخ\u00A0{day}',
    billedTo: 'فاتورة إلى',
    object: 'الموضوع:',
    lines: 'البنود',
    heads: ['البيان', 'الكمية', 'السعر دون ضريبة', 'الضريبة', 'المبلغ دون ضريبة'],
    day: 'يوم',
    days: 'أيام',
    manyDays: 'يومًا',
    linesTotal: 'مجموع البنود دون ضريبة',
    discount: 'خصم',
    lineDiscount: '{name}: {amount}',
    onRate: '، بنسبة {rate}',
    totalNet: 'الإجمالي دون ضريبة',
    vat: 'ضريبة القيمة المضافة {rate}',
    vatOn: 'ضريبة القيمة المضافة {rate} على {amount}',
    withoutVatOn: 'دون ضريبة على {amount}',
    totalGross: 'الإجمالي شامل الضريبة',
    deposit: 'دفعة مقدمة {ref} بتاريخ {day}',
    depositVat: '، منها ضريبة {amount}',
    paid: 'الفاتورة مسددة.',
    transfer: 'تحويل بنكي: IBAN {iban}',
    transferReference: 'المرجع: {ref}',
    dueBy: 'المبلغ المستحق في {day}',
    code: 'رمز QR للتحويل',
    signature: 'التوقيع',
    page: 'صفحة',
    carriedFrom: 'مرحّل من قبل',
    carriedTo: 'يرحّل',
  },
}

const RIGHT_TO_LEFT = /\p{Script=Arabic}|\p{Script=Hebrew}/u
/**
 * A value that reads the other way than the words around it keeps its own order, and leaves theirs.
 * By left-to-right marks at both ends, which papers keep of all invisible characters.
 */
export const isolated = (value: string, language: PaperLanguage): string =>
  RIGHT_TO_LEFT.test(value) === (directionOf(language) === 'rtl') ? value : `\u200E${value}\u200E`

/** A text with its values in the places of their names. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
