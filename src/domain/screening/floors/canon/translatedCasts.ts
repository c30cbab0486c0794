import type { Casts } from "./Casts.ts"

/** Minor characters by their works, as other languages name them. Russian names are in several cases. */
export const translatedCasts: Casts = [
  ["Harry Potter", "Гарри Поттер, Гарри Поттера, Гермиона, Гермионы, Гермиону, Гермионе, Гермионой"],
  [
    "Harry Potter",
    "Рон Уизли, Рона Уизли, Джинни Уизли, Полумна Лавгуд, Полумны Лавгуд, Драко Малфой, Драко Малфоя"
  ],
  ["Harry Potter", "Hermine Granger, Hermelien Griffel, Hermiona Granger, Hermiona Grangerová, Ginny Wemel"],
  ["The Simpsons", "Барт Симпсон, Барта Симпсона, Лиза Симпсон, Лизу Симпсон, Лизы Симпсон, Мэгги Симпсон"],
  ["Vocaloid", "Хацунэ Мику, Мику Хацунэ"],
  ["Spy x Family", "Аня Форджер, Ани Форджер, Аню Форджер"],
  ["Demon Slayer", "Незуко Камадо, Недзуко Камадо, Незуко, Недзуко"],
  ["The Addams Family", "Уэнздей Аддамс, Уэнсдэй Аддамс, Уэнсдей Аддамс, Венсдей Аддамс"],
  ["Neon Genesis Evangelion", "Аянами Рей, Рей Аянами, Аска Лэнгли"],
  ["Naruto", "Боруто Узумаки, Химавари Узумаки, Сарада Учиха"],
  ["Gravity Falls", "Мэйбл Пайнс, Диппер Пайнс, Мэйбл и Диппер"],
  [
    "Pippi Longstocking",
    "Пеппи Длинныйчулок, Pippi Langstrumpf, Pippi Långstrump, Fifi Brindacier, Pippi Calzaslargas, Pippi Calzelunghe"
  ],
  [
    "Little Red Riding Hood",
    "Красная Шапочка, Красной Шапочки, Красную Шапочку, Rotkäppchen, Caperucita Roja, Petit Chaperon rouge"
  ],
  ["Little Red Riding Hood", "Cappuccetto Rosso, Chapeuzinho Vermelho, Roodkapje, Czerwony Kapturek"],
  ["Hansel and Gretel", "Hänsel und Gretel, Гензель и Гретель, Hansel y Gretel, Hansel et Gretel"],
  ["Masha and the Bear", "Маша и Медведь"]
]
