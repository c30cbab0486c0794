import { childExpressions as dutchExpressions } from "../words/dutch.ts"
import { childExpressions as moreExpressions } from "../words/moreLanguages.ts"
import { childExpressions as polishExpressions } from "../words/polish.ts"
import { childExpressions as russianExpressions } from "../words/russian.ts"
import { childExpressions as turkishExpressions } from "../words/turkish.ts"

const expressionsOf = (written: string): ReadonlyArray<string> => written.split(", ")

/** Expressions of two to six words for a child. */
export const childExpressions: ReadonlyArray<string> = [
  ...expressionsOf(
    "little girl, little girls, little boy, little boys, young boy, young boys, small boy, small girl, school girl, " +
      "school girls, school boy, school boys, grade schooler, grade schoolers, middle schooler, middle schoolers, " +
      "elementary schooler, elementary schoolers, elementary student, middle school student, middle school students, " +
      "middle school girl, middle school boy, elementary school student, elementary school students, " +
      "elementary school girl, elementary school boy, junior high, junior high school, junior high student, " +
      "junior high students, junior high girl, junior high boy, primary school student, primary school pupil, " +
      "primary school girl, pre teen, pre teens, pre pubescent, under age, under aged, early teen, early teens, mid teens, " +
      "her teens, his teens, their teens, my teens, your teens, our teens, teen girl, teen girls, teen boy, teen boys, young teen, young teens, " +
      "high schooler, high schoolers, high school student, high school students, high school girl, high school freshman, " +
      "high school sophomore, high school junior, high school senior, high school cheerleader, freshman in high school, " +
      "sophomore in high school, junior in high school, senior in high school, freshman of high school, " +
      "year of high school, hs freshman, hs sophomore, hs student, hs girl, hs boy, jr high, sixth former, " +
      "sixth formers, sixth form girl, sixth form boy, sixth form student, highschool student, highschool students, " +
      "highschool girl, highschool girls, highschool boy, primary schooler, primary schoolers, grade school student, " +
      "grade school girl, grade school boy, kindergarten girl, kindergarten boy, school aged girl, school aged boy, " +
      "minor girl, minor boy, minor female, minor person, lil girl, lil girls, lil boy, teen female, teen male, " +
      "pre schooler, pre schoolers, juvenile girl, juvenile girls, juvenile boy, juvenile boys, juvenile female, juvenile male, " +
      "playschool girl, playschool boy, kindergarden girl, kindergarden boy, hs junior, hs senior, altar boy, altar boys, choir boy, " +
      "choir boys, cub scout, cub scouts, girl guide, girl guides, sweet sixteen, sweet 16, of tender age, of tender years, " +
      "below legal age, below the legal age, under legal age, under the legal age, not of legal age, not yet legal, not legal yet, " +
      "not of age yet, not yet of age, under age of consent, under the age of consent, below age of consent, " +
      "below the age of consent, younger than the age of consent, below the age of majority, litle girl, littel girl, yung girl, " +
      "yung boy, childish body, " +
      "teen student, high school girls, high school boy, high school boys, girl in kindergarten, boy in kindergarten, " +
      "girl in preschool, boy in preschool, girl in elementary school, boy in elementary school, girl in primary school, " +
      "boy in primary school, girl in middle school, boy in middle school, girl in high school, boy in high school, " +
      "junior idol, junior idols, student of elementary school, student of middle school, pupil of primary school, " +
      "pupil of elementary school, girl scout, girl scouts, boy scout, boy scouts, pre pubertal, bat mitzvah girl, bar mitzvah boy, " +
      "first communion girl, tanner stage, single digit age, gen alpha, generation alpha, not an adult, not yet an adult, non adult, " +
      "not a grown up, not a grownup, under the age of majority, under age of majority, " +
      "litlle girl, littl girl, litle boy, lil sister, lil sis, little sister, middleschool girl, " +
      "middleschool boy, middleschool girls, middle school girls, middle school boys, preschool girl, preschool girls, preschool boy, " +
      "elementary girl, elementary girls, elementary boy, elementary boys, elementary school girls, elementary school boys, " +
      "girls in kindergarten, girls in preschool, girls in elementary school, girls in primary school, girls in middle school, " +
      "girls in high school, boys in kindergarten, boys in middle school, boys in high school, primary school pupils, " +
      "primary school girls, school aged girls, school aged boys, girl in puberty, boy in puberty, high school cheerleaders, " +
      "pubescent girl, teen ager, teen agers, grade school girls, teen aged, school age girl, school age girls, school age boy, school age boys, " +
      "highschool freshman, highschool sophomore, highschool junior, highschool senior, highschool cheerleader, li l girl, li l girls, li l boy"
  ),
  // German
  ...expressionsOf(
    "kleines mädchen, kleine mädchen, kleinen mädchen, kleinem mädchen, kleiner junge, kleinen jungen, kleiner bub, kleine buben, mädchen in der pubertät, nackte göre, nackte gören, nacktes gör, nicht volljährig, nicht volljährige, noch nicht volljährig, noch nicht volljährige"
  ),
  // French
  ...expressionsOf(
    "petite fille, petites filles, petit garçon, petits garçons, élève de maternelle, élève de primaire, élève de collège, " +
      "une ado, jeune ado, ado nue, ados nues, ado nu, ados nus, fille au collège, filles au collège, fille du collège, filles du collège, " +
      "fille au lycée, filles au lycée, fille du lycée, fille en maternelle, fille de maternelle, élève de lycée, élève de cp, pas majeure, pas majeur, pas encore majeure, pas encore majeur"
  ),
  // Spanish
  ...expressionsOf(
    "chica menor, chicas menores, chico menor, chica de secundaria, chicas de secundaria, chico de secundaria, chica de la eso, alumna de la eso, " +
      "chica de preparatoria, chica de instituto, menor de edad, menores de edad, niña pequeña, menor desnuda, menor desnudo, menores desnudas, menores desnudos, infante desnudo, infantes desnudos, no es mayor de edad, no mayor de edad"
  ),
  ...["alumna", "alumno", "alumnas", "alumnos", "estudiante", "estudiantes"].flatMap((pupil) => [
    `${pupil} de primaria`,
    `${pupil} de secundaria`
  ]),
  // Portuguese
  ...expressionsOf(
    "pré púbere, pré púberes, aluna do primário, aluna do secundário, estudante do secundário, aluna do jardim de infância, " +
      "menor de idade, menores de idade, menina pequena, meninas pequenas, menino pequeno, meninos pequenos, menor nua, menores nuas, não é maior de idade"
  ),
  ...["aluna", "aluno", "alunas", "alunos", "estudante", "estudantes"].flatMap((pupil) => [
    `${pupil} do ensino fundamental`,
    `${pupil} do ensino médio`
  ]),
  // Italian
  ...expressionsOf(
    "bimbo nudo, bimbi nudi, ragazza minore, ragazze minori, non maggiorenne, non ancora maggiorenne, studentessa di liceo, studentessa del liceo, ragazza del liceo, " +
      "studentessa delle superiori, ragazza delle superiori"
  ),
  ...["alunna", "alunno", "studentessa", "studente", "ragazza", "ragazzo"].flatMap((pupil) => [
    `${pupil} delle elementari`,
    `${pupil} delle medie`
  ]),
  ...dutchExpressions,
  ...turkishExpressions,
  ...polishExpressions,
  ...russianExpressions,
  ...moreExpressions
]
