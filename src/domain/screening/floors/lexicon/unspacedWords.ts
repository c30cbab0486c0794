import type { Span } from "../../normalisation/normalise.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { findUnspaced, unspacedWordsOf } from "../words/unspaced.ts"

/** Words for a child or a minor's stage of life. */
const childWords = unspacedWordsOf(
  "子供 子ども こども 幼児 幼女 幼い 女児 男児 小学生 中学生 高校生!風!の制服 女子高生!風!の制服!制服 女子校生!風!制服 園児 赤ちゃん ようじょ!う 児童!福祉!手当!館!書!文学 のJK JKの のJC JCの のJS JSの 低学年 高学年 未满十八 未滿十八 不满十八 不滿十八 学童!保育 ローティーン ミドルティーン 女子生徒!会 未成年 儿童 兒童 小孩 孩子 幼童 小女孩 小男孩 女童 男童 " +
    "小學生 中學生 國中生 国中女 國中女 幼儿!园_!教 幼兒!教 孩童 女娃 豆蔻年华 豆蔻年華 婴儿 嬰兒 女婴 男婴 初中生 高中生 初中女生 高中女生 小学女生 中学女生 幼儿园孩子 어린이 어린아이 여자아이!돌 남자아이!돌 아동 초등학생 초등생 중학생 여중생!_교복 남중생 " +
    "고등학생 여고생!_교복 남고생 미성년 유아 아기!자기 초딩 중딩 고딩 꼬마 유치원생 국민학생 어린애 " +
    "เด็ก ผู้เยาว์"
)

/** Words that say no more about a young person than "girl" or "boy". */
const young = normalisedWords(
  "少女 少年 青少年 女の子 男の子 女孩 男孩 女生 男生 소녀 소년 청소년 여학생 남학생 아이"
)

const years = Array.from("一二三四五六七八九")

/** "五年级" is a year of school, unless a university comes before it. */
const grades = years.flatMap((year) => [`${year}年级`, `${year}年級`])

const universities = ["大学", "大學", "研究生"]

/**
 * Plain words for sex and nakedness. The first one is part of many others: bare feet, the naked eye, loose diamonds.
 */
const explicitWords = unspacedWordsOf(
  "裸!足!眼!子!麦!一貫!電!地!馬!火!祭!木!山!の王!の大将!の木!の山!の付き合!婚!辞!辭!考!车!車!妆!妝!色!机!機!官!贷!钻!鑽!裸!" +
    "的真!的现!的現!的事!的威!的谎!的歧!的挑!的利!露的岩!露的石!露的土!露的地!露的树!露的樹!露的根!露的山!露的砖!露的电!露的墙!露的管!露的线!露的钢!露地 " +
    "ヌード!ル!カラー!ベージュ!トーン!メイク!リップ!ピンク エロい エロ写真 エロ画像 エロ動画 エロ漫画 セックス ポルノ 性交 猥褻 わいせつ " +
    "色情 情色 做爱 做愛 性爱 性愛 淫荡 淫蕩 淫秽 淫穢 一丝不挂 一絲不掛 脱光 脫光 没穿衣服 沒穿衣服 " +
    "누드!톤!김밥!빼빼로!베이지!컬러!핑크!립!_톤!_베이지!_핑크!_케이스!_빼빼로 알몸 나체 섹스!_앤_더 포르노 벌거벗 발가벗 음란 야동 성관계 " +
    "야한_사진 야한_그림 야한_영상 야한_소설"
)

/** Longer words that end with one of these: Wessex, Essex, Sussex, Middlesex, unisex; a mother's and a father's love. */
const longerWords = unspacedWordsOf(
  "ウェセックス エセックス サセックス ミドルセックス ユニセックス 母性愛 父性愛 母性爱 父性爱"
)

/**
 * Whether this module reads a word itself, so that it is not hashed: either as a young person, whatever a list calls
 * it, or with what must not follow it.
 */
export const isReadPlainly = (word: string): boolean =>
  young.has(word) || [...childWords, ...explicitWords].some((known) => known.word === word)

/** "中学二年", and "小5", "高一" and "중2" before a person or at the end of a phrase. */
const schoolYears =
  /(?:小学校?|中学校?|高校)[一二三四五六1-6]年|(?<![\u4e00-\u9fff가-힣])(?:[小中高初][一二三四五六1-6](?=女|男|の|生|学生|學生)|[小中高][1-6](?=$|[ ,、。])|[초중고][1-6](?=$|[ ,]|여|남|의|생))/g

const schoolYearsIn = (text: string): ReadonlyArray<Span> =>
  Array.from(text.matchAll(schoolYears), ({ 0: found, index }) => ({
    start: index,
    end: index + found.length
  }))

const gradesIn = (text: string): ReadonlyArray<Span> =>
  text.includes("年")
    ? findUnspaced(
        text,
        grades.map((word) => ({ word, notBefore: [] }))
      ).filter(({ start }) => !universities.some((before) => text.startsWith(before, start - before.length)))
    : []

export const findChildWords = (text: string): ReadonlyArray<Span> => [
  ...findUnspaced(text, childWords),
  ...gradesIn(text),
  ...schoolYearsIn(text)
]

export const holdsExplicitWord = (text: string): boolean => {
  const found = findUnspaced(text, explicitWords)
  if (found.length === 0) return false
  const longer = findUnspaced(text, longerWords)
  return found.some(({ end, start }) => !longer.some((word) => word.start <= start && end <= word.end))
}
